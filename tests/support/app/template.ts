/** The database that each test file copies: migrated, with the cast. */
export const TEMPLATE = 'comboi_template';
