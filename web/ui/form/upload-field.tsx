import { Alert, Button, FileButton, Input, Progress } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { imageBytes, imageTypes } from '@gurukul/contract/files';
import { texts } from '#web/texts/texts.ts';
import classes from './upload-field.module.css';

interface UploadFieldProps {
  label: string;
  /** Location of the image; '' when there is none yet. */
  value: string;
  onChange: (location: string) => void;
  /** Shown while there is none: one of the default pictures. */
  fallback: string;
  /** Brings the file to its place and resolves with the location. `upload` of the API, bound to a kind. */
  upload: (file: File, onProgress: (share: number) => void) => Promise<string>;
  /** What is said when it fails; the old image stays. */
  failureText: string;
  /** Told when an upload starts and ends, so that a form is not sent in between. */
  onBusy?: (isBusy: boolean) => void;
  /** The picture is shown whole, not cut to fill its place. */
  isWhole?: boolean;
}

const isUsable = (file: File) => imageTypes.some((type) => type === file.type) && file.size <= imageBytes;

/** A picture of the file at once, while its bytes are still on their way. */
function usePreview() {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  return [preview, (file: File | null) => setPreview(file && URL.createObjectURL(file))] as const;
}

export function UploadField({
  label,
  value,
  onChange,
  fallback,
  upload,
  failureText,
  onBusy,
  isWhole = false,
}: UploadFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  const [isDone, setDone] = useState(false);
  const [preview, setPreview] = usePreview();
  const isBusy = share !== null;

  const bring = async (file: File) => {
    setPreview(file);
    setShare(0);
    onBusy?.(true);
    try {
      onChange(await upload(file, setShare));
      setDone(true);
    } catch {
      setFailure(failureText);
    } finally {
      setPreview(null);
      setShare(null);
      onBusy?.(false);
    }
  };

  const take = (file: File | null | undefined) => {
    if (!file || isBusy) return;
    setDone(false);
    setFailure(isUsable(file) ? '' : texts.ui.imageWrong);
    if (isUsable(file)) void bring(file);
  };

  const percent = Math.round((share ?? 0) * 100);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={texts.ui.imageHint}
      descriptionProps={{ id: hintId }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div
        className={classes.field}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
      >
        <img
          src={preview ?? (value || fallback)}
          alt=""
          className={classes.image}
          data-whole={isWhole || undefined}
        />
        <div className={classes.side}>
          <FileButton accept={imageTypes.join(',')} onChange={take} inputProps={{ 'aria-labelledby': id }}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                aria-describedby={`${id} ${hintId}`}
                aria-disabled={isBusy}
                leftSection={<IconPhotoUp aria-hidden size={18} />}
              >
                {value ? texts.ui.imageReplace : texts.ui.imageChoose}
              </Button>
            )}
          </FileButton>
          {isBusy ? <Progress value={percent} aria-label={texts.ui.uploading({ percent })} /> : null}
          {failure ? (
            <Alert color="red" variant="light">
              {failure}
            </Alert>
          ) : null}
          <output className={classes.done}>{isDone ? texts.ui.uploaded : ''}</output>
        </div>
      </div>
    </Input.Wrapper>
  );
}
