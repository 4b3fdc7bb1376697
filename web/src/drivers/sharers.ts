// On its own: the card and what is said after saving use it.
import type { Driver } from '@spacekeeper/contract/drivers/shapes.ts'
import { formatList } from '#platform/i18n/format.ts'
import type { Translate } from '#platform/i18n/use-translation.ts'

/** Says which other devices mean the same relay. */
export const saySharers = (t: Translate<'drivers'>, sharers: Driver['sharedWith']): string =>
  t('sharedWith', { devices: formatList(sharers.map(({ name }) => name)) })
