import { NumberInput, Select, SimpleGrid, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { MeetingForm } from '@spacekeeper/contract/meetings/forms.ts'
import type { StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { meetingTypes } from '@spacekeeper/contract/meetings/words.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { create, update } from './api.ts'

/** Without a meeting a new one. */
type Props = {
  meeting?: StaffMeeting
  onClose: () => void
  onCreated?: (meetingId: number) => void
}

/** The draft of a field of a browser: `2027-03-01T19:00`. */
const asTyped = (date: string) => date.replace(' ', 'T')

const draftOf = (meeting: StaffMeeting | undefined) => ({
  type: meeting?.typeValue ?? ('general' as const),
  date: asTyped(meeting?.date ?? ''),
  chair: meeting?.chair ?? '',
  name: meeting?.ownName ?? '',
  description: meeting?.description ?? '',
  place: meeting?.place ?? '',
  link: meeting?.link ?? '',
  minutesPlanned: meeting?.minutesPlanned ?? 120,
  invitesItself: meeting?.invitesItself ?? true,
})

const useSave = ({ meeting, onCreated }: Pick<Props, 'meeting' | 'onCreated'>) => {
  const { t } = useTranslation('meetings')
  return async ({ type, date, ...words }: MeetingForm) => {
    if (meeting) {
      // Its type is fixed, and a date that stays is not sent, so that the rest of a past meeting can be corrected.
      await update({ meetingId: meeting.id, ...words, ...(date !== meeting.date && { date }) })
      notify.done({ text: t('saved') })
      return
    }
    const { id } = await create({ type: { value: type }, date, ...words })
    notify.done({ text: t('created') })
    onCreated?.(id)
  }
}

/** Says what was frozen or promised for this date, and lapses with it. */
const hasAnswers = (meeting: Props['meeting']) =>
  meeting !== undefined && (meeting.rollFrozenAt !== null || meeting.apologies.length > 0)

/** Creates a meeting, or changes one. What can't be changed says why. */
export const MeetingDialog = ({ meeting, onClose, onCreated }: Props) => {
  const { t } = useTranslation('meetings')
  const save = useSave({ ...(meeting && { meeting }), ...(onCreated && { onCreated }) })
  const isDateFixed = meeting?.hasBegun ?? false
  return (
    <BigDialog title={meeting ? t('editTitle', { name: meeting.name }) : t('createTitle')} onClose={onClose}>
      <DialogForm
        action={t(meeting ? 'save' : 'create')}
        initial={draftOf(meeting)}
        schema={MeetingForm}
        submit={save}
        onClose={onClose}
      >
        {({ field }) => (
          <>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <Select
                {...field('type')}
                label={t('field_type')}
                description={t(meeting ? 'typeFixed' : 'typeHint')}
                data={meetingTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
                allowDeselect={false}
                disabled={meeting !== undefined}
              />
              <TextInput
                {...field('date')}
                type="datetime-local"
                label={t('field_date')}
                description={t(isDateFixed ? 'dateFixed' : hasAnswers(meeting) ? 'dateMovesAnswers' : 'dateHint')}
                disabled={isDateFixed}
                data-autofocus={meeting === undefined ? true : undefined}
              />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <TextInput {...field('name')} label={t('field_name')} description={t('nameHint')} maxLength={100} />
              <NumberInput
                {...field('minutesPlanned')}
                label={t('field_length')}
                description={t('lengthHint')}
                min={0}
                step={15}
                allowDecimal={false}
              />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <TextInput {...field('chair')} label={t('field_chair')} maxLength={60} />
              <TextInput {...field('place')} label={t('field_place')} maxLength={200} />
            </SimpleGrid>
            <TextInput {...field('link')} label={t('field_link')} description={t('linkHint')} inputMode="url" />
            <Textarea
              {...field('description')}
              label={t('field_description')}
              description={t('descriptionHint')}
              rows={4}
            />
            {meeting?.invitedAt ? (
              <Text size="sm">{t('willTell', { count: meeting.invitedCount })}</Text>
            ) : (
              <Switch
                {...field('invitesItself', 'checkbox')}
                label={t('invitesItself')}
                description={t('invitesItselfHint')}
              />
            )}
          </>
        )}
      </DialogForm>
    </BigDialog>
  )
}
