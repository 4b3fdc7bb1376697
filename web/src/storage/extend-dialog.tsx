import type { StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { extend } from './api.ts'
import { LastDayField, TypedEnd } from './last-day-field.tsx'

type Props = { place: StoragePlace; onClose: () => void }

/** Changes until when a member keeps a place. */
export const ExtendDialog = ({ place, onClose }: Props) => {
  const { t } = useTranslation('storage')
  const { id: placeId, code, holder } = place
  return (
    <FormDialog
      title={t('extendTitle', { code })}
      action={t('extendAction')}
      initial={{ untilOn: place.untilOn ?? '' }}
      schema={TypedEnd}
      submit={async ({ untilOn }) => {
        await extend({ placeId, untilOn })
        notify.done({ text: t('extended', { code, name: holder?.name ?? '' }) })
      }}
      onClose={onClose}
    >
      {({ field }) => <LastDayField {...field('untilOn')} data-autofocus />}
    </FormDialog>
  )
}
