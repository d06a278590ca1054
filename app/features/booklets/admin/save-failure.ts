import { sendFormOr } from '#app/design/admin-kit/form/send-form.ts';

/** Specification §8. */
export const sendBookletForm = sendFormOr((form) => (form.get('intent') === 'delete' ? "Error: no s'ha pogut eliminar el llibret" : "Error: no s'ha pogut guardar el llibret"));
