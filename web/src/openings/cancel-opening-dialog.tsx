import { Checkbox } from '@mantine/core'
import type { PlannedOpening } from '@spacekeeper/contract/openings/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { cancel } from './api.ts'

/** Cancels an opening, or also the later ones that were announced with it. */
export const CancelOpeningDialog = ({ opening, onClose }: { opening: PlannedOpening; onClose: () => void }) => {
  const { t } = useTranslation('openings')
  const [isWithLater, setWithLater] = useState(false)
  return (
    <ConfirmDialog
      title={t('cancelTitle')}
      text={t('cancelText')}
      action={t('cancelAction')}
      isDangerous
      run={async () => {
        await cancel({ openingId: opening.id, isWithLater })
        notify.done({ text: t('cancelled') })
      }}
      onClose={onClose}
    >
      {opening.hasLater ? (
        <Checkbox
          label={t('cancelLater')}
          checked={isWithLater}
          onChange={(event) => setWithLater(event.currentTarget.checked)}
        />
      ) : null}
    </ConfirmDialog>
  )
}
