import { Text, TextInput } from '@mantine/core'
import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useSpaceDay } from '#platform/form/space-clock.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { desk } from './api.ts'

type Props = { memberId: number; memberName: string; onClose: () => void }

/** Lets a member in until a day, whatever is open. */
export const MoreTimeDialog = ({ memberId, memberName: name, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const spaceDay = useSpaceDay()
  return (
    <FormDialog
      title={t('deskMoreTimeTitle', { name })}
      action={t('deskMoreTime')}
      initial={{ until: spaceDay(14) }}
      schema={deskApi.giveMoreTime.body}
      submit={async ({ until }) => {
        await desk.giveMoreTime({ memberId, until })
        notify.done({ text: t('deskGaveTime', { name, day: formatCalendarDay(until) }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('deskMoreTimeText', { name })}</Text>
          <TextInput {...field('until')} type="date" label={t('deskMoreTimeUntil')} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
