interface Module {
  readonly default: object;
}

/**
 * Loads the texts of a noun in another language than English. Only readers of another language need this table. The
 * last files are those that only the server says.
 */
export const loaders = import.meta.glob<Module>([
  '../../contract/texts/*.*.json',
  '!**/*.en.json',
  '!**/{family-page,mail-templates,notifications,paper}.*.json',
]);
