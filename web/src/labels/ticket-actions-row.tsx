// On its own: the member's list, that of staff and the page of a ticket offer the same.
import { Button, Group, TextInput } from '@mantine/core'
import { labelsApi } from '@spacekeeper/contract/labels/routes.ts'
import type { Ticket } from '@spacekeeper/contract/labels/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { extendTicket, removeTicket } from './api.ts'
import { TicketLabelDialog } from './ticket-label-dialog.tsx'

type Props = { ticket: Ticket; /** Its owner alone extends it. */ isOwn: boolean; latestDay: string }

/** What its owner, or staff, can do with an open ticket. */
export const TicketActions = ({ ticket: { number, untilOn }, isOwn, latestDay }: Props) => {
  const { t } = useTranslation('labels')
  const [open, setOpen] = useState<'print' | 'extend' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" aria-label={t('printOf', { number })} onClick={() => setOpen('print')}>
        {t('print')}
      </Button>
      {isOwn && untilOn !== null ? (
        <Button size="xs" variant="default" aria-label={t('extendOf', { number })} onClick={() => setOpen('extend')}>
          {t('extend')}
        </Button>
      ) : null}
      <Button size="xs" variant="default" aria-label={t('removeOf', { number })} onClick={() => setOpen('remove')}>
        {t('remove')}
      </Button>
      {open === 'print' ? <TicketLabelDialog number={number} onClose={close} /> : null}
      {open === 'extend' ? (
        <FormDialog
          title={t('extendTitle', { number })}
          action={t('extend')}
          initial={{ untilOn: latestDay }}
          schema={labelsApi.extendTicket.body}
          submit={async (typed) => {
            await extendTicket({ number, ...typed })
            notify.done({ text: t('extended', { number, day: formatCalendarDay(typed.untilOn) }) })
          }}
          onClose={close}
        >
          {({ field }) => (
            <TextInput
              {...field('untilOn')}
              label={t('until')}
              description={t('untilHint', { day: formatCalendarDay(latestDay) })}
              type="date"
              data-autofocus
            />
          )}
        </FormDialog>
      ) : null}
      {open === 'remove' ? (
        <ConfirmDialog
          title={t('removeTitle', { number })}
          text={t('removeText')}
          action={t('remove')}
          isDangerous
          run={async () => {
            await removeTicket({ number })
            notify.done({ text: t('removed', { number }) })
          }}
          onClose={close}
        />
      ) : null}
    </Group>
  )
}
