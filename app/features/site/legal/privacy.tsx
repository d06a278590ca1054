import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ASSOCIATION } from '#app/domain/association.ts';
import { TERMS_DATE_TEXT } from '#app/domain/order/terms.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { LegalText } from './legal-text.tsx';
import type { Route } from './+types/privacy.ts';

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Privacitat', description: 'Quines dades guardem, per a què, quant de temps i quins drets tens.' });

export default function Privacy(): ReactNode {
  return (
    <LegalText
      title="Privacitat"
      lead={`Guardem el mínim per a vendre't un tiquet i deixar-te passar a la porta. Ni publicitat, ni rastrejadors, ni dades venudes. Text del ${TERMS_DATE_TEXT}.`}
    >
      <h2>1. Qui és responsable de les teues dades</h2>
      <p>
        {ASSOCIATION.name}, {ASSOCIATION.street}, {ASSOCIATION.postcode} {ASSOCIATION.town}. Per a qualsevol cosa:{' '}
        <a href={`mailto:${ASSOCIATION.email}`}>{ASSOCIATION.email}</a>.
      </p>

      <h2>2. Què guardem i per a què</h2>
      <ul>
        <li>El correu i, si el poses, el nom: per a enviar-te els tiquets i avisar-te si canvia alguna cosa.</li>
        <li>La comanda: esdeveniment, plats, extres, import, estat del pagament i quan s'ha utilitzat cada tiquet.</li>
        <li>
          Les observacions, que poden parlar d'al·lèrgies: només les llegixen la cuina i l'organització, no ixen en cap llistat
          general i <strong>s'esborren 30 dies després de l'acte</strong>.
        </li>
        <li>Si ets soci o de la comissió, el compte: nom, correu, tipus de compte i la contrasenya xifrada.</li>
      </ul>
      <p>
        Ho fem per a complir la compra que ens demanes i les obligacions comptables que en deriven. Les observacions sobre
        salut, només amb el teu consentiment en escriure-les.
      </p>

      <h2>3. La targeta no la veem mai</h2>
      <p>
        El pagament es fa en la pàgina de la passarel·la de pagament. Nosaltres només sabem si ha anat bé i una referència
        per a poder tornar-te els diners.
      </p>

      <h2>4. Quant de temps</h2>
      <ul>
        <li>Comandes i pagaments: sis anys, perquè ho demana la llei comptable.</li>
        <li>Observacions: fins a 30 dies després de l'acte.</li>
        <li>Comandes que no s'arriben a pagar: el correu s'esborra abans d'un any.</li>
        <li>Comptes: mentre els tingues; quan el tanques s'esborren les dades que no hem de guardar per llei.</li>
      </ul>

      <h2>5. Amb qui les compartim</h2>
      <p>
        Amb ningú més que qui ens fa falta per a funcionar: l'allotjament del web, l'enviament del correu i la passarel·la de
        pagament, cadascú només amb la seua part i amb contracte. Als autors de les notícies els mostrem com a associació, no
        amb el seu correu.
      </p>

      <h2>6. Galetes i memòria del navegador</h2>
      <p>
        Fem servir una galeta necessària per a saber que la comanda és teua i, si tens compte, per a mantindre la sessió. La
        comanda a mig fer es guarda al teu propi navegador. No n'hi ha cap d'anàlisi ni de publicitat, i per això no et molestem
        amb cap avís.
      </p>

      <h2>7. Els teus drets</h2>
      <p>
        Pots demanar-nos vore, corregir, esborrar, limitar o endur-te les teues dades, i oposar-te al seu ús: escriu-nos i et
        contestarem abans d'un mes. Si creus que no ho hem fet bé, pots reclamar a l'
        <a href="https://www.aepd.es" target="_blank" rel="noreferrer">
          Agència Espanyola de Protecció de Dades
        </a>
        . La resta, a les <Link to="/condicions">Condicions de compra</Link>.
      </p>
    </LegalText>
  );
}
