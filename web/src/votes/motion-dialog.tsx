import { Group, Select, Textarea, TextInput } from '@mantine/core'
import { MotionForm } from '@spacekeeper/contract/votes/forms.ts'
import { type MotionDraft, type MotionView } from '@spacekeeper/contract/votes/shapes.ts'
import { ballotKinds, motionKinds } from '@spacekeeper/contract/votes/words.ts'
import { useQuery } from '@tanstack/react-query'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { create, motionQuery, update } from './api.ts'
import { ElectionForm } from './election-form.tsx'
import { MajorityForm } from './majority-form.tsx'
import { typedMotion } from './typed-motion.ts'

/** Without a motion a new one, for a meeting or as a vote of its own. */
type Props = { meetingId: number | null; motionId?: number; onClose: () => void }

/** Writes a vote, or changes one that was not opened yet. */
export const MotionDialog = ({ meetingId, motionId, onClose }: Props) => {
  const { t } = useTranslation('votes')
  const query = useQuery({ ...motionQuery(motionId ?? 0), enabled: motionId !== undefined })
  if (motionId === undefined) {
    return (
      <BigDialog title={t('newTitle')} onClose={onClose}>
        <DraftForm meetingId={meetingId} onClose={onClose} />
      </BigDialog>
    )
  }
  return (
    <BigDialog title={t('editTitle', { title: query.data?.title ?? '' })} onClose={onClose}>
      <Page query={query}>{(motion) => <DraftForm meetingId={meetingId} motion={motion} onClose={onClose} />}</Page>
    </BigDialog>
  )
}

type MotionDraftProps = Pick<Props, 'meetingId' | 'onClose'> & { motion?: MotionView }

const useSaveMotion = ({ meetingId, motion }: MotionDraftProps) => {
  const { t } = useTranslation('votes')
  return async (draft: MotionDraft) => {
    if (motion) await update({ motionId: motion.id, ...draft })
    else await create({ ...draft, meetingId })
    notify.done({ text: t(motion ? 'saved' : 'written') })
  }
}

const DraftForm = ({ meetingId, motion, onClose }: MotionDraftProps) => {
  const { t } = useTranslation('votes')
  const save = useSaveMotion({ meetingId, onClose, ...(motion && { motion }) })
  return (
    <DialogForm
      action={t(motion ? 'save' : 'write')}
      initial={typedMotion(motion)}
      schema={MotionForm}
      submit={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            {...form.field('title')}
            label={t('fieldTitle')}
            description={t('titleHint')}
            maxLength={200}
            data-autofocus
          />
          <Textarea {...form.field('details')} label={t('fieldDetails')} description={t('detailsHint')} rows={4} />
          <Group grow align="flex-start" gap="sm">
            <Select
              {...form.field('kind')}
              label={t('fieldKind')}
              data={motionKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
              allowDeselect={false}
            />
            <Select
              {...form.field('ballot')}
              label={t('fieldBallot')}
              data={ballotKinds.map((value) => ({ value, label: t(`chooseBallot_${value}`) }))}
              allowDeselect={false}
            />
          </Group>
          {form.values.kind === 'motion' ? (
            <MajorityForm form={form} hasMeeting={meetingId !== null} />
          ) : (
            <ElectionForm form={form} />
          )}
          {meetingId === null ? (
            <Group grow align="flex-start" gap="sm">
              <TextInput
                {...form.field('opensAt')}
                type="datetime-local"
                label={t('fieldOpens')}
                description={t('opensHint')}
              />
              <TextInput
                {...form.field('closesAt')}
                type="datetime-local"
                label={t('fieldCloses')}
                description={t('closesHint')}
              />
            </Group>
          ) : null}
        </>
      )}
    </DialogForm>
  )
}
