import { Radio, Stack, TextInput } from '@mantine/core'
import { lastDayMissing, needsLastDay, ticketFields } from '@spacekeeper/contract/labels/shapes.ts'
import { ticketKinds, type TicketKind } from '@spacekeeper/contract/labels/words.ts'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { createTicket } from './api.ts'

const schema = z.object(ticketFields).refine(needsLastDay, {
  ...lastDayMissing,
  // The day is marked as required before the rest is right.
  when: () => true,
})

const hints = { leave: 'leaveHint', handsOff: 'handsOffHint', box: 'boxHint' } as const // keys of words

type Props = { latestDay: string; onCreated: (number: number) => void; onClose: () => void }

/** Writes a ticket; its label is next. */
export const TicketDialog = ({ latestDay, onCreated, onClose }: Props) => {
  const { t } = useTranslation('labels')
  const initial: { kind: TicketKind; what: string; untilOn: string } = { kind: 'leave', what: '', untilOn: latestDay }
  return (
    <FormDialog
      title={t('add')}
      action={t('create')}
      initial={initial}
      schema={schema}
      submit={async (typed) => {
        const { number } = await createTicket(typed)
        return number
      }}
      onDone={onCreated}
      onClose={onClose}
    >
      {({ field, values }) => (
        <Stack gap="md">
          <Radio.Group {...field('kind')} label={t('kind')}>
            <Stack gap="xs" mt="xs">
              {ticketKinds.map((kind) => (
                <Radio key={kind} value={kind} label={t(kind)} description={t(hints[kind])} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput {...field('what')} label={t('what')} maxLength={100} data-autofocus />
          {values.kind === 'box' ? null : (
            <TextInput
              {...field('untilOn')}
              label={t('until')}
              description={t('untilHint', { day: formatCalendarDay(latestDay) })}
              type="date"
            />
          )}
        </Stack>
      )}
    </FormDialog>
  )
}
