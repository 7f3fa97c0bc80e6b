/**
 * An object of these keys, with what `make` gives for each. `Object.fromEntries` forgets the keys, so `Made` says them,
 * and what stands under each.
 */
export const keyed = <Made extends object>(
  keys: readonly (keyof Made & string)[],
  make: (key: keyof Made & string) => Made[keyof Made],
): Made =>
  // Its keys are those given. The compiler cannot follow this.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Made;
