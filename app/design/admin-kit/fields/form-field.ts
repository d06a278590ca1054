export interface FormField {
  id: string;
  name: string;
  formId: string;
  key: string | undefined;
  initialValue: unknown;
  errors: string[] | undefined;
  required?: boolean | undefined;
  maxLength?: number | undefined;
}

export interface FieldTexts {
  label: string;
  hint?: string | undefined;
}

interface InputProps {
  name: string;
  form: string;
  defaultValue: string | undefined;
  required: boolean | undefined;
  maxLength: number | undefined;
}

/** `key` is set beside them, so that a new value makes a new control. */
export function inputProps({ name, formId, initialValue, required, maxLength }: FormField): InputProps {
  return { name, form: formId, defaultValue: typeof initialValue === 'string' ? initialValue : undefined, required: required === true ? true : undefined, maxLength };
}

/** Of a field that is asked for only as things stand, which its schema can't say. */
export function asRequired({ id, name, formId, key, initialValue, errors, maxLength }: FormField): FormField {
  return { id, name, formId, key, initialValue, errors, maxLength, required: true };
}
