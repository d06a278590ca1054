import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ASSOCIATION } from '#app/domain/association.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { TERMS_DATE_TEXT, TERMS_VERSION } from '#app/domain/order/terms.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { LegalText } from './legal-text.tsx';
import type { Route } from './+types/terms.ts';

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Condicions de compra', description: 'Què compres, com es paga, com es torna i què passa a la porta.' });

export default function Terms(): ReactNode {
  return (
    <LegalText
      title="Condicions de compra"
      lead={`En poques paraules: tries, tens mitja hora per a pagar, el tiquet t'arriba al correu i a la porta ensenyes el codi. Versió ${TERMS_VERSION}, del ${TERMS_DATE_TEXT}.`}
    >
      <h2>1. Qui ven els tiquets</h2>
      <p>
        {ASSOCIATION.name}, {ASSOCIATION.street}, {ASSOCIATION.postcode} {ASSOCIATION.town}. És una associació sense ànim
        de lucre: el que s'arreplega es queda en la festa.
      </p>

      <h2>2. Preus</h2>
      <p>
        Els preus són en euros, impostos inclosos, i no hi ha despeses de gestió. El preu de referència és orientatiu: pagues
        els plats i els extres que tries. Els socis i la comissió poden tindre un altre preu si entren amb el seu compte. El
        total que val és el que veus abans de pagar; si ha canviat mentrestant, t'ho diem i ho tornes a confirmar.
      </p>

      <h2>3. Et guardem els tiquets mentre pagues</h2>
      <p>
        Quan confirmes la comanda et guardem el lloc mentre pagues amb targeta: mitja hora llarga, i la pàgina de pagament
        et diu quant en queda. Si en eixe temps no s'ha pagat, els tiquets tornen a la venda i no se't cobra res. Si el pagament arriba tard i encara queda lloc, la
        comanda és vàlida; si ja no en queda, et tornem tots els diners automàticament i t'ho diem per correu.
      </p>
      <ul>
        <li>En cada comanda caben com a màxim {MAX_TICKETS_PER_ORDER} tiquets.</li>
        <li>La venda es tanca en la data que indica cada esdeveniment o, si no en diu cap, dos hores abans de començar.</li>
      </ul>

      <h2>4. Els teus tiquets</h2>
      <p>
        Cada tiquet porta un codi QR únic. El reps al correu que has indicat i el pots descarregar en acabar de pagar. Guarda'l
        com si fora diners: qui presenta el codi primer és qui entra, i cada codi servix una sola vegada. El pots
        portar al mòbil o en paper.
      </p>

      <h2>5. Canvis i devolucions</h2>
      <p>
        Són entrades per a un dia concret, i per això la llei no preveu desistiment (article 103.l del Reial decret legislatiu
        1/2007). Tot i això, som veïns:
      </p>
      <ul>
        <li>Si cancel·lem l'acte, et tornem el 100 % a la mateixa targeta en un màxim de 14 dies.</li>
        <li>Si canviem la data o el lloc i no et va bé, també te'l tornem; només has de dir-ho abans de l'acte.</li>
        <li>Si no pots vindre, escriu-nos abans que es tanque la venda i mirarem de tornar-te els diners o canviar el nom.</li>
        <li>Un tiquet ja utilitzat a la porta no es pot tornar.</li>
      </ul>

      <h2>6. Al·lèrgies i observacions</h2>
      <p>
        Apunta al·lèrgies i intoleràncies en les observacions del tiquet. Només les llegixen la cuina i l'organització, i
        s'esborren 30 dies després de l'acte. La cuina és compartida i no podem garantir l'absència total de traces.
      </p>

      <h2>7. Menors</h2>
      <p>Els menors de 16 anys han de vindre acompanyats d'una persona adulta. No se servix alcohol a menors de 18.</p>

      <h2>8. Dubtes i reclamacions</h2>
      <p>
        Escriu-nos a <a href={`mailto:${ASSOCIATION.email}`}>{ASSOCIATION.email}</a> o{' '}
        <Link to="/contact">passa pel casal</Link>. Si no ens posem d'acord, pots acudir a l'oficina de consum del teu
        ajuntament o al sistema arbitral de consum de la Generalitat. Com tractem les teues dades ho tens a{' '}
        <Link to="/privacitat">Privacitat</Link>.
      </p>
    </LegalText>
  );
}
