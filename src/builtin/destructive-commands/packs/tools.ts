/** Lists of tools never end: this is for those that no row names. */
export const toolRules = `
tools.destroy ask
  catches Telling a tool of a cloud or a database to delete, drop or reset something, any other tool to do so by force, or to something called production.
  why what is deleted there may be nowhere else
  instead Look with list or a dry run, and let a person delete.
  finds destroys
  stops turso db destroy app ¦ koyeb-cli service purge web --yes ¦ sanity dataset delete a ¦ npm run destroy -- --stage production
  passes turso db create drop ¦ koyeb-cli service list ¦ wp cache flush ¦ cargo run -- delete a
`;
