interface Module {
  readonly default: object;
}

/**
 * Loads the texts of a noun in another language than English. Only readers of another language need this table. The
 * last files are those that only the server says, and the words of the command bar, which has those of all languages.
 */
export const loaders = import.meta.glob<Module>([
  '../../contract/texts/*.*.json',
  '!**/*.en.json',
  '!**/{catalogue-page,family-page,mail-templates,notifications,paper,search-words}.*.json',
]);
