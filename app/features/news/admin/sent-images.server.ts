import { SENT_IMAGES } from '#app/design/admin-kit/images/image-fields.ts';
import { fileRefusalText } from '#app/domain/files/file-refusal.ts';
import { pictureOf } from '#app/domain/files/picture.ts';
import { MAX_NEWS_IMAGES } from '#app/domain/news/news-draft.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { storeFile } from '#app/features/files/service.server.ts';

const BUCKET = 'news-images';

/** Without scripts pictures come inside the form: they are stored, added to the form's list, and those refused are reported. */
export async function takeSentImages(deps: Deps, { form, createdBy }: { form: FormData; createdBy: string }): Promise<string[]> {
  const sent = form.getAll(SENT_IMAGES).filter((value): value is File => value instanceof File && value.size > 0);
  form.delete(SENT_IMAGES);
  const problems: string[] = [];
  let count = [...form.keys()].filter((name) => /^images\[\d+\]\.fileId$/.test(name)).length;
  for (const file of sent.slice(0, MAX_NEWS_IMAGES)) {
    const outcome = await storeFile(deps, { bucket: BUCKET, content: new Uint8Array(await file.arrayBuffer()), createdBy });
    const picture = 'stored' in outcome ? pictureOf(outcome.stored) : null;
    if ('refused' in outcome) problems.push(fileRefusalText(outcome.refused, BUCKET));
    if (!('stored' in outcome) || picture === null) continue;
    form.append(`images[${count}].fileId`, outcome.stored.id);
    form.append(`images[${count}].src`, picture.src);
    count += 1;
  }
  return problems;
}
