export interface FormField {
  id: string;
  name: string;
  formId: string;
  key: string | undefined;
  initialValue: unknown;
  errors: string[] | undefined;
  required?: boolean | undefined;
  maxLength?: number | undefined;
  /** Demanded while it is visible; hidden it must hold up no form. */
  requiredWhenVisible?: boolean;
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
  'aria-required': true | undefined;
  maxLength: number | undefined;
}

/** `key` is set beside them, so that a new value makes a new control. */
export function inputProps({ name, formId, initialValue, required, maxLength, requiredWhenVisible }: FormField): InputProps {
  return { name, form: formId, defaultValue: typeof initialValue === 'string' ? initialValue : undefined, required: required === true ? true : undefined, 'aria-required': requiredWhenVisible === true ? true : undefined, maxLength };
}

/** Of a field that is asked for only as things stand, which its schema can't say. */
export function asRequired(field: FormField): FormField {
  return { ...copyField(field), required: true };
}

/** Of a field that styles hide with the choice it belongs to: a browser would not send a form with an empty one. */
export function asRequiredWhenVisible(field: FormField): FormField {
  return { ...copyField(field), requiredWhenVisible: true };
}

/** Property by property: the form library's field answers when asked, and has nothing to spread. */
function copyField({ id, name, formId, key, initialValue, errors, maxLength }: FormField): FormField {
  return { id, name, formId, key, initialValue, errors, maxLength };
}
