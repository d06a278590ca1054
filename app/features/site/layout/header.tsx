import ChevronDown from 'lucide-react/icons/chevron-down';
import Menu from 'lucide-react/icons/menu';
import User from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';

import { ButtonLink } from '#app/design/ui/button.tsx';
import { DropMenu } from '#app/design/ui/layout/drop-menu.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { displayName } from '#app/domain/association.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Crest } from '#app/design/site-identity/crest.tsx';
import { NAV_ITEMS } from './nav-items.ts';
import styles from './header.module.css';
import { loginPath } from './login-path.ts';
import type { SessionUser } from './session-user.ts';
import { ProfileEntries } from './profile-menu.tsx';

export function Header({ sessionUser }: { sessionUser: SessionUser | null }): ReactNode {
  const location = useLocation();
  const name = displayName(useAssociation());
  return (
    <header className={styles.header}>
      <Wrap>
        <div className={styles.bar}>
          <Link to="/" className={styles.brand}>
            <Crest className={styles.crest} />
            <span className={ui.wraps}>{name}</span>
          </Link>

          <nav className={styles.wide} aria-label="Principal">
            <Entries />
          </nav>
          <div className={styles.account}>
            {sessionUser === null ? (
              <ButtonLink to={loginPath(location)} tone="quiet">
                Iniciar Sessió
              </ButtonLink>
            ) : (
              <DropMenu
                face={
                  <>
                    <User size={20} aria-hidden="true" />
                    El meu perfil
                    <ChevronDown size={18} aria-hidden="true" />
                  </>
                }
              >
                <ProfileEntries sessionUser={sessionUser} />
              </DropMenu>
            )}
          </div>

          <nav className={styles.narrow} aria-label="Principal, plegada">
            <DropMenu label="Menú" face={<Menu size={24} aria-hidden="true" />}>
              <Entries />
              <hr className={styles.rule} />
              {sessionUser === null ? (
                <ButtonLink to={loginPath(location)} wide>
                  Iniciar Sessió
                </ButtonLink>
              ) : (
                <div role="group" aria-labelledby="perfil">
                  <p id="perfil" className={styles.profile}>
                    El meu perfil
                  </p>
                  <ProfileEntries sessionUser={sessionUser} />
                </div>
              )}
            </DropMenu>
          </nav>
        </div>
      </Wrap>
    </header>
  );
}

function Entries(): ReactNode {
  return (
    <ul className={styles.navItems}>
      {NAV_ITEMS.map(({ to, text }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/'} className={styles.entry}>
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
