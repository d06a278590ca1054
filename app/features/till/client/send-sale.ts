import { type ClientActionFunctionArgs, data } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { lostAnswerText } from '#app/platform/client-state/lost-connection.ts';
import { TENDER_NAMES, SALE_TENDERS } from '#app/domain/till/tender.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';

import { whileSole } from './ask-again.ts';
import { draftWasSent, type SaleDraft, storeSaleDraft } from './sale-draft.ts';
import { changeUnanswered, forgetSale, rememberSale, type UnansweredSale } from './unanswered-sales.ts';

export interface SaleReply extends FormReply {
  fields?: Record<string, string>;
  /** The drawer was closed: the draft can be sold at another. */
  isClosed?: true;
  /** The key was used by a different sale: the draft continues under this one. */
  nextKey?: string;
  /** What was typed, where no script keeps it. */
  draft?: SaleDraft;
}

/** Timeout before a retry. */
const SILENCE_MS = 15_000;

/** Remembers a sale until its answer is here, so that the desk can retry whatever is lost. */
export async function sendSale({ request, params, serverAction }: ClientActionFunctionArgs): Promise<SaleReply | ReturnType<typeof data<SaleReply>>> {
  const sale = toUnansweredSale(await request.clone().formData(), params['sessionId'] ?? '');
  rememberSale(sale);
  draftWasSent(sale.eventId);
  try {
    const reply = await whileSole(sale.key, () => inTime(serverAction<SaleReply>()));
    forgetSale(sale.key);
    if (reply.isClosed === true) storeSaleDraft(sale.eventId);
    return reply;
  } catch (error) {
    if (lostAnswerText(error) !== null) {
      changeUnanswered(sale.key, { isLost: true });
      // Status 503 keeps the framework from reloading the page's data.
      return data<SaleReply>({ intent: 'sell' }, { status: 503 });
    }
    forgetSale(sale.key);
    // A redirect shows the sale; any other response means that nothing was sold.
    if (!(error instanceof Response)) storeSaleDraft(sale.eventId);
    throw error;
  }
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), SILENCE_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** In the shape of the API, which shares the idempotency keys. */
function toUnansweredSale(form: FormData, sessionId: string): UnansweredSale {
  const [email, userName, reason, group] = ['email', 'userName', 'reason', 'group'].map((name) => textOf(form, name).trim());
  const means = SALE_TENDERS.find((one) => one === textOf(form, 'means')) ?? 'cash';
  const tickets: UnansweredSale['body']['tickets'] = JSON.parse(textOf(form, 'cart') || '[]');
  const expectedTotal = Number(textOf(form, 'expectedTotal'));
  const eventId = Number(textOf(form, 'eventId'));
  const count = tickets.length === 1 ? '1 tiquet' : `${tickets.length} tiquets`;
  return {
    key: textOf(form, 'key'),
    sessionId,
    eventId,
    text: `${count} · ${formatEuros(expectedTotal)}, ${TENDER_NAMES[means].toLowerCase()}`,
    body: {
      eventId,
      category: textOf(form, 'category') as UnansweredSale['body']['category'],
      tickets,
      means,
      expectedTotal,
      ...(reason && { reason }),
      ...(email && { email }),
      ...(userName && { userName }),
      ...(group && { group: { code: group } }),
    },
    sentAt: browserNow(),
    isLost: false,
    answer: null,
  };
}
