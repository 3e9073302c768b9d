/** Long enough that writing a job takes a while, and fills many pages of the database. */
export const LONG_NAME = 'x'.repeat(40_000);
