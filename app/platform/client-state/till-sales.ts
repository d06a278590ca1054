/** Sales of the till whose answer this browser has not shown, each with the buyer's name and address. */
export const TILL_SALES = 'comboi-till-sales';

export function deleteTillSales(): void {
  try {
    window.localStorage.removeItem(TILL_SALES);
  } catch {
    // Storage is blocked: nothing is kept either.
  }
}
