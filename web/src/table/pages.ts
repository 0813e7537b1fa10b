/** The pages of a table's drawer. */
export type Page = 'story' | 'chat' | 'rules';
