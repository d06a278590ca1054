import type { ReactElement } from 'react';
import { Column, Row, Section } from 'react-email';

import { COLORS, DISPLAY, Fact } from './mail-layout.server.tsx';

export interface EventFacts {
  eventTitle: string;
  eventImage: string;
  dateText: string;
  time: string;
  location: string | null;
}

export function EventBox({ event }: { event: EventFacts }): ReactElement {
  return (
    <Section className="sunken" style={{ margin: '22px 0 0', padding: '20px 22px', borderRadius: '16px', backgroundColor: COLORS.sunken }}>
      <h2 className="ink" style={{ margin: 0, font: `700 23px/1.2 ${DISPLAY}`, color: COLORS.ink, overflowWrap: 'anywhere' }}>
        {event.eventImage} {event.eventTitle}
      </h2>
      <Row>
        <Column style={{ width: '62%', paddingRight: '12px', verticalAlign: 'top' }}>
          <Fact label="Data">{event.dateText}</Fact>
        </Column>
        <Column style={{ verticalAlign: 'top' }}>
          <Fact label="Hora">{eventTimeText(event)}</Fact>
        </Column>
      </Row>
      <Fact label="Lloc">{placeText(event)}</Fact>
    </Section>
  );
}

export function eventTimeText(event: EventFacts): string {
  return event.time.trim() === '' ? 'Hora no especificada' : event.time;
}

export function placeText(event: EventFacts): string {
  return event.location === null || event.location.trim() === '' ? 'Ubicació per confirmar' : event.location;
}

export function eventLines(event: EventFacts): string[] {
  return [event.eventTitle, `Data: ${event.dateText}`, `Hora: ${eventTimeText(event)}`, `Lloc: ${placeText(event)}`];
}
