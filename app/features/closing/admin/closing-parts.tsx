import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ButtonAnchor } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { isMoneyCell, type ReportCell, type ReportTable } from '#app/domain/report/report-table.ts';

import styles from './closing.module.css';

export function ClosingActions({ base, query = '' }: { base: string; query?: string }): ReactNode {
  return (
    <>
      <ButtonAnchor href={`${base}.pdf${query}`}>PDF per a l'assemblea</ButtonAnchor>
      <ButtonAnchor tone="quiet" href={`${base}.csv${query}`}>
        CSV
      </ButtonAnchor>
      <ButtonAnchor tone="quiet" href={`${base}.xlsx${query}`}>
        Excel
      </ButtonAnchor>
    </>
  );
}

export function ClosingWarnings({ warnings }: { warnings: readonly string[] }): ReactNode {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning" title="Encara no són les xifres definitives">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Banner>
  );
}

export function Result({ cents }: { cents: number }): ReactNode {
  return (
    <p className={styles.result}>
      <span>Resultat</span> <strong data-below={cents < 0 || undefined}>{formatEuros(cents)}</strong>
    </p>
  );
}

export function ClosingTables({ tables, readText }: { tables: readonly ReportTable[]; readText: string | null }): ReactNode {
  return tables.map((table) => <ClosingTable key={table.title} table={table} more={table.title === 'Passarel·la' && readText !== null ? `Llegit de la passarel·la: ${readText}.` : undefined} />);
}

function ClosingTable({ table: { title, columns, rows, total, note }, more }: { table: ReportTable; more: string | undefined }): ReactNode {
  return (
    // Large text makes it scroll sideways, which keyboard users can only do when it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`${adminPage.sheet} ${styles.sheet}`} aria-label={title} tabIndex={0} data-wide={columns.length > 5 || undefined} data-cards={columns.length > 4 || undefined}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, to }, index) => (
            // Rows have no names of their own, and never change places while they are looked at.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <Cells cells={cells} columns={columns} to={to} />
            </tr>
          ))}
        </tbody>
        {total === null ? null : (
          <tfoot>
            <tr>
              <Cells cells={total} columns={columns} to={undefined} />
            </tr>
          </tfoot>
        )}
      </table>
      {note === undefined && more === undefined ? null : <p className={ui.small}>{[note, more].filter(Boolean).join(' ')}</p>}
    </section>
  );
}

function Cells({ cells, columns, to }: { cells: readonly ReportCell[]; columns: readonly string[]; to: string | undefined }): ReactNode {
  return cells.map((cell, column) =>
    column === 0 ? (
      <th key={columns[column]} scope="row">
        {to === undefined ? cellText(cell) : <Link to={to} className={ui.touch}>{cellText(cell)}</Link>}
      </th>
    ) : (
      <td key={columns[column]} data-name={columns[column]}>
        {cellText(cell)}
      </td>
    ),
  );
}

function cellText(cell: ReportCell): string {
  return cell === null ? '' : isMoneyCell(cell) ? formatEuros(cell.cents) : String(cell);
}
