import { type ReactNode, useEffect, useState } from 'react';

import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

import { askUntilAnswered, isTooOld } from '../../client/ask-again.ts';
import { storeSaleDraft, readDraft } from '../../client/sale-draft.ts';
import { askAnew, forgetSale, salePath, type UnansweredSale, useUnansweredSales } from '../../client/unanswered-sales.ts';

/** Sales whose answer was lost, in this tab or a closed one: sent again, and their outcome shown. */
export function UnansweredSales(): ReactNode {
  return useUnansweredSales().map((sale) => <Unanswered key={sale.key} sale={sale} />);
}

function Unanswered({ sale }: { sale: UnansweredSale }): ReactNode {
  const { key, sentAt, isLost, answer } = sale;
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    void askUntilAnswered(key, ending.signal).catch(() => {});
    return () => ending.abort();
  }, [key, sentAt, tries]);
  if (!isLost) return null;
  if (answer === null) return isTooOld(sale) ? <Old sale={sale} /> : <Asking sale={sale} onAsk={() => setTries(tries + 1)} />;
  if (answer.outcome === 'sold') {
    return (
      <Banner tone="success" live="status" title={`Venda feta: ${sale.text}`}>
        <ButtonLink to={salePath(sale, answer.orderId)} onClick={() => forgetSale(key)}>
          Veure els tiquets
        </ButtonLink>
        <Button tone="text" onClick={() => forgetSale(key)}>
          D'acord
        </Button>
      </Banner>
    );
  }
  if (answer.outcome === 'unknown') {
    return (
      <Banner tone="warning" live="alert" title={`No podem dir-te si es va fer: ${sale.text}`}>
        <p>Ja no tens permís per a esta caixa. Abans de tornar-la a cobrar, pregunta a qui porta la taquilla si la venda hi és.</p>
        <Button tone="text" onClick={() => forgetSale(key)}>
          D'acord
        </Button>
      </Banner>
    );
  }
  return (
    <Banner tone="error" live="alert" title={`La venda no s'ha fet: ${sale.text}`}>
      <p>{answer.problem}.</p>
      <Button tone="text" onClick={() => dismissRefused(sale)}>
        D'acord
      </Button>
    </Banner>
  );
}

/** The draft waits for the next desk. */
function dismissRefused({ key, eventId }: UnansweredSale): void {
  if (readDraft(eventId)?.key === key) storeSaleDraft(eventId);
  forgetSale(key);
}

function Asking({ sale, onAsk }: { sale: UnansweredSale; onAsk: () => void }): ReactNode {
  return (
    <Banner tone="warning" live="status" title={`Sense resposta encara: ${sale.text}`}>
      <p>No sabem si esta venda s'ha fet. Ho anem preguntant nosaltres: no la tornes a cobrar.</p>
      <Button tone="quiet" onClick={onAsk}>
        Preguntar ara
      </Button>
    </Banner>
  );
}

function Old({ sale }: { sale: UnansweredSale }): ReactNode {
  return (
    <Banner tone="warning" title={`Es va quedar sense resposta: ${sale.text}`}>
      <p>Si es va fer, vorem els tiquets. Si no, es vendrà ara: fes-ho només si qui la va demanar encara hi és.</p>
      <Button tone="quiet" onClick={() => askAnew(sale.key)}>
        Demanar-la ara
      </Button>
      <Button tone="text" onClick={() => forgetSale(sale.key)}>
        Oblidar-la
      </Button>
    </Banner>
  );
}
