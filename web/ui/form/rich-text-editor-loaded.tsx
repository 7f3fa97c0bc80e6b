import '@mantine/tiptap/styles.layer.css';
import { Button } from '@mantine/core';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import { DOMParser } from '@tiptap/pm/model';
import { getSchema, useEditor, type EditorOptions, type JSONContent } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { texts } from '#web/texts/texts.ts';
import classes from './rich-text-editor.module.css';
import { cleanNodes } from '../document/rich-text.tsx';

export interface EditorProps {
  labelId: string;
  /** Ids of what is said besides, '' for nothing. */
  describedBy: string;
  initial: string;
  onChange: (html: string) => void;
  isInvalid: boolean;
  /** Words that a press inserts where the cursor is. */
  inserts?: Inserts | undefined;
}

export interface Inserts {
  readonly label: string;
  readonly items: readonly { readonly text: string; readonly label: string; readonly name: string }[];
}

type View = Parameters<NonNullable<EditorOptions['editorProps']['handlePaste']>>[0];

// What the server's sanitiser keeps, and nothing else.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] },
  }),
];

const schema = getSchema(extensions);

// The editor would parse HTML text itself, which the page's policy forbids; cleaned nodes go round that.
const documentOf = (html: string): JSONContent =>
  DOMParser.fromSchema(schema).parse(cleanNodes(html)).toJSON();

/** Puts dropped or pasted HTML in, cleaned. False leaves plain text to the editor. */
function insertHtml(view: View, event: Event, data: DataTransfer | null): boolean {
  const html = data?.getData('text/html');
  if (!html || view.dragging) return false;
  event.preventDefault();
  const slice = DOMParser.fromSchema(view.state.schema).parseSlice(cleanNodes(html));
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  return true;
}

const t = texts.ui.editor;

const labels = {
  boldControlLabel: t.bold,
  italicControlLabel: t.italic,
  underlineControlLabel: t.underline,
  strikeControlLabel: t.strike,
  h3ControlLabel: t.heading,
  bulletListControlLabel: t.bulletList,
  orderedListControlLabel: t.orderedList,
  blockquoteControlLabel: t.quote,
  linkControlLabel: t.link,
  undoControlLabel: t.undo,
  redoControlLabel: t.redo,
  linkEditorInputLabel: t.link,
  linkEditorInputPlaceholder: 'https://',
  linkEditorSave: texts.ui.yes,
};

export function LoadedEditor({ labelId, describedBy, initial, onChange, isInvalid, inserts }: EditorProps) {
  const editor = useEditor({
    extensions,
    content: documentOf(initial),
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(describedBy && { 'aria-describedby': describedBy }),
        'aria-invalid': String(isInvalid),
      },
      handleDOMEvents: {
        paste: (view, event) => insertHtml(view, event, event.clipboardData),
        drop: (view, event) => insertHtml(view, event, event.dataTransfer),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  return (
    <Frame
      editor={editor}
      labels={labels}
      classNames={{
        content: classes.content,
        root: classes.root,
        control: classes.control,
        toolbar: classes.toolbar,
      }}
    >
      <Frame.Toolbar aria-label={t.toolbar}>
        <Frame.ControlsGroup>
          <Frame.Bold />
          <Frame.Italic />
          <Frame.Underline />
          <Frame.Strikethrough />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.H3 />
          <Frame.BulletList />
          <Frame.OrderedList />
          <Frame.Blockquote />
          <Frame.Link />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.Undo />
          <Frame.Redo />
        </Frame.ControlsGroup>
      </Frame.Toolbar>
      {inserts ? (
        <fieldset aria-label={inserts.label} className={classes.inserts}>
          {inserts.items.map(({ text, label, name }) => (
            <Button
              key={text}
              size="compact-sm"
              variant="default"
              aria-label={name}
              // The text as a node: HTML text would have to be parsed, which the page's policy forbids.
              onClick={() => editor.chain().focus().insertContent({ type: 'text', text }).run()}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      ) : null}
      <Frame.Content />
    </Frame>
  );
}
