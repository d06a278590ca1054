/** 'ORD-1794834000-0042-T2' -> '0042-T2', which tells the tickets of one evening apart. */
export function shortNumber(ticketNumber: string): string {
  return /\d{4}-T\d+$/.exec(ticketNumber)?.[0] ?? ticketNumber;
}

/** The four digits that staff call it by. */
export function shortOrderNumber(orderNumber: string): string {
  return orderNumber.split('-').at(-1) ?? orderNumber;
}
