import type { BringColumn } from '@gurukul/contract/shared/files/bring-layouts';
import { bringTexts } from '#web/texts/bring.ts';

export const columnName = (column: BringColumn): string => bringTexts.columnNames[column];
