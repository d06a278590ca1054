import { sendFormOr } from '#app/design/admin-kit/form/send-form.ts';

/** The text of an unexpected failure (spec §8). */
export const sendNewsForm = sendFormOr((form) => (form.get('intent') === 'delete' ? 'Error al eliminar la notícia' : 'Error al crear/actualitzar la notícia'));
