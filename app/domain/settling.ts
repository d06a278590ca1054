/** Why money goes back to a buyer. `requested`: by an admin; `provider`: by hand in the provider's own pages, or by the bank. */
export type RefundReason = 'late_payment' | 'second_payment' | 'requested' | 'provider';
