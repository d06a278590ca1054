import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ASSOCIATION } from '#app/domain/association.ts';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import styles from './welcome.module.css';

export function Welcome(): ReactNode {
  return (
    <section className={styles.welcome} aria-labelledby="fer-comboi">
      <Wrap>
        <div className={styles.inner}>
          <h2 id="fer-comboi" className={styles.saying}>
            Fer comboi és <em>posar-se d'acord per a passar-ho bé.</em>
          </h2>
          <div className={styles.text}>
            <p>
              Qui porta la taula, qui fa l'arròs, qui encén la primera traca. A {ASSOCIATION.name} fa anys que ens
              ajuntem al carrer per a això: sopar de germanor, bandera al balcó i el barri sencer fins que s'apaga
              l'última brasa.
            </p>
            <p>
              No cal ser del barri ni de la falla. Tria un sopar, digues quants sou i ja tens lloc a taula. I si vols
              saber més de nosaltres, <Link to="/contact">passa pel casal</Link>.
            </p>
          </div>
        </div>
      </Wrap>
    </section>
  );
}
