import { NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { openingsApi } from '@spacekeeper/contract/openings/routes.ts'
import type { PlannedOpening } from '@spacekeeper/contract/openings/shapes.ts'
import { mostWeeks } from '@spacekeeper/contract/openings/words.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { announce, move } from './api.ts'

/** Without an opening a new one. */
type Props = { today: string; opening?: PlannedOpening; onClose: () => void }

/** When a key-holder opens the space: a new opening, or another time for one. */
export const OpeningDialog = ({ today, opening, onClose }: Props) => {
  const { t } = useTranslation('openings')
  const times = opening?.times ?? { day: today, from: '18:00', until: '22:00' }
  return (
    <FormDialog
      title={t(opening ? 'dialogMove' : 'dialogNew')}
      action={t(opening ? 'save' : 'announce')}
      initial={{ ...times, note: opening?.note ?? '', weeks: 1 }}
      schema={openingsApi.announce.body}
      submit={async ({ weeks, ...typed }) => {
        if (opening) await move({ openingId: opening.id, ...typed })
        else await announce({ weeks, ...typed })
        notify.done({ text: t(opening ? 'moved' : 'announced') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput {...field('day')} label={t('day')} type="date" data-autofocus />
          <SimpleGrid cols={2} spacing="sm">
            <TextInput {...field('from')} label={t('from')} type="time" />
            <TextInput {...field('until')} label={t('until')} type="time" />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {t('untilHint')}
          </Text>
          <TextInput {...field('note')} label={t('note')} description={t('noteHint')} maxLength={200} />
          {opening ? null : (
            <NumberInput
              {...field('weeks')}
              label={t('weeks')}
              description={t('weeksHint')}
              min={1}
              max={mostWeeks}
              allowDecimal={false}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
