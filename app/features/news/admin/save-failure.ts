import { sendFormOr } from '#app/design/admin-kit/form/send-form.ts';

/** What our own failure is called (specification §8). */
export const sendNewsForm = sendFormOr((form) => (form.get('intent') === 'delete' ? 'Error al eliminar la notícia' : 'Error al crear/actualitzar la notícia'));
