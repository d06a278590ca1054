export const MORE_THAN_THERE_IS = 'A la caixa no hi ha tant efectiu';
export const REASON_MISSING = 'Digues per què no quadra';
