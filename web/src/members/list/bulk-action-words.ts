// On its own: the list of bulk changes and the dialog that undoes one say it in the same words.
import type { BulkAction } from '@spacekeeper/contract/members/bulk-shapes.ts'
import { formatList, formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** What a bulk change did, who did it and when, and who undid it, in words. */
export const useBulkActionWords = () => {
  const { t } = useTranslation('members')
  return ({ kind, count, devices, by, at, undone }: BulkAction) => ({
    what: t(`did_${kind}`, {
      count,
      formatted: formatNumber(count),
      devices: devices.length > 0 ? formatList(devices) : t('someDevices'),
    }),
    who: t('doneBy', { name: by ?? t('thePortal'), moment: formatMoment(at) }),
    undone:
      undone &&
      t(undone.count < count ? 'undoneForSome' : 'undoneBy', {
        name: undone.by ?? t('thePortal'),
        moment: formatMoment(undone.at),
        some: formatNumber(undone.count),
        all: formatNumber(count),
      }),
  })
}
