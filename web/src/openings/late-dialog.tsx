import { Radio, Stack } from '@mantine/core'
import { lateMinutes } from '@spacekeeper/contract/openings/words.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { sayLate } from './api.ts'

/** The key-holder says how late they are. */
export const LateDialog = ({ openingId, onClose }: { openingId: number; onClose: () => void }) => {
  const { t } = useTranslation('openings')
  const [minutes, setMinutes] = useState<(typeof lateMinutes)[number]>(lateMinutes[0])
  return (
    <ConfirmDialog
      title={t('lateTitle')}
      text={t('lateText')}
      action={t('lateAction')}
      run={async () => {
        await sayLate({ openingId, minutes })
        notify.done({ text: t('lateDone') })
      }}
      onClose={onClose}
    >
      <Radio.Group
        label={t('lateBy')}
        value={String(minutes)}
        onChange={(value) => setMinutes(lateMinutes.find((one) => String(one) === value) ?? minutes)}
      >
        <Stack gap="xs" mt="xs">
          {lateMinutes.map((one) => (
            <Radio key={one} value={String(one)} label={t('minutes', { count: one })} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  )
}
