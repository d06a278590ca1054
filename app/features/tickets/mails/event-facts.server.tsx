import type { ReactElement } from 'react';
import { Column, Row, Section } from 'react-email';

import { COLORS, DISPLAY, Fact } from '#app/mail-layout/mail-layout.server.tsx';

export interface OrderFacts {
  orderNumber: string;
  orderUrl: string;
  eventTitle: string;
  /** An emoji. */
  eventImage: string;
  /** "15 de març, 2027" */
  dateText: string;
  /** HH:MM, or empty. */
  time: string;
  location: string | null;
}

export function EventBox({ order }: { order: OrderFacts }): ReactElement {
  return (
    <Section className="sunken" style={{ margin: '22px 0 0', padding: '20px 22px', borderRadius: '16px', backgroundColor: COLORS.sunken }}>
      <h2 className="ink" style={{ margin: 0, font: `700 23px/1.2 ${DISPLAY}`, color: COLORS.ink, overflowWrap: 'anywhere' }}>
        {order.eventImage} {order.eventTitle}
      </h2>
      <Row>
        <Column style={{ width: '62%', paddingRight: '12px', verticalAlign: 'top' }}>
          <Fact label="Data">{order.dateText}</Fact>
        </Column>
        <Column style={{ verticalAlign: 'top' }}>
          <Fact label="Hora">{timeText(order)}</Fact>
        </Column>
      </Row>
      <Fact label="Lloc">{placeText(order)}</Fact>
    </Section>
  );
}

export function timeText(order: OrderFacts): string {
  return order.time.trim() === '' ? 'Hora no especificada' : order.time;
}

export function placeText(order: OrderFacts): string {
  return order.location === null || order.location.trim() === '' ? 'Ubicació per confirmar' : order.location;
}

export function eventLines(order: OrderFacts): string[] {
  return [order.eventTitle, `Data: ${order.dateText}`, `Hora: ${timeText(order)}`, `Lloc: ${placeText(order)}`];
}
