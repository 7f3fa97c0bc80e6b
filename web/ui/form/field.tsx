import { IconSelector } from '@tabler/icons-react';
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import classes from './field.module.css';

interface Words {
  label: string;
  /** Stands between the name and the field. */
  description?: string | undefined;
  /** What is wrong with what stands in the field; empty when nothing is. */
  error?: ReactNode;
  isLarge?: boolean;
}

interface Wiring {
  id: string;
  required: boolean | undefined;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FrameProps extends Words {
  required: boolean | undefined;
  end?: ReactNode;
  /** The field itself, which is described by the words around it. */
  children: (wiring: Wiring) => ReactNode;
}

function Frame({ label, description, error, isLarge = false, required, end, children }: FrameProps) {
  const id = useId();
  const about = [error ? `${id}-error` : '', description ? `${id}-description` : ''].join(' ').trim();
  return (
    <div className={isLarge ? `${classes.field} ${classes.large}` : classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {required ? (
          <span aria-hidden className={classes.required}>
            {' *'}
          </span>
        ) : null}
      </label>
      {description ? (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      ) : null}
      <div className={classes.box}>
        {children({
          id,
          required,
          'aria-invalid': Boolean(error),
          'aria-describedby': about || undefined,
        })}
        {end}
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

const join = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

export interface TextFieldProps extends Words, ComponentPropsWithRef<'input'> {
  /** A small button inside, at the end. */
  end?: ReactNode;
}

/** One line of text with its name, as the kit shows it; for pages that are there before the kit is. */
export const TextField = ({
  label,
  description,
  error,
  isLarge,
  end,
  required,
  className,
  ...input
}: TextFieldProps) => (
  <Frame
    {...{ label, description, error, isLarge, required }}
    end={end ? <span className={classes.end}>{end}</span> : null}
  >
    {(wiring) => (
      <input {...input} {...wiring} className={join(classes.input, end ? classes.withEnd : '', className)} />
    )}
  </Frame>
);

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends Words, ComponentPropsWithRef<'select'> {
  choices: readonly Choice[];
}

export const SelectField = ({
  label,
  description,
  error,
  isLarge,
  required,
  choices,
  ...select
}: SelectFieldProps) => (
  <Frame
    {...{ label, description, error, isLarge, required }}
    end={
      <span className={join(classes.end, classes.arrow)}>
        <IconSelector aria-hidden size={18} />
      </span>
    }
  >
    {(wiring) => (
      <select {...select} {...wiring} className={join(classes.input, classes.withEnd)}>
        {choices.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Frame>
);

interface CheckFieldProps extends ComponentPropsWithRef<'input'> {
  label: string;
}

export const CheckField = ({ label, ...input }: CheckFieldProps) => (
  <label className={classes.check}>
    <input {...input} type="checkbox" className={classes.tick} />
    {label}
  </label>
);
