/** Midnight after the last day is 23:59 of that day to people. Wall times, since browsers ask too. */
export function lastMinuteOfSale({ date, time, saleEndDate }: { date: string; time: string; saleEndDate: string }): { date: string; time: string } {
  return date <= saleEndDate ? { date, time } : { date: saleEndDate, time: '23:59' };
}
