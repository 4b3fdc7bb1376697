import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { ReminderBook, ReminderStep } from '@spacekeeper/contract/reminders/shapes.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { reminderBookQuery, reminders } from './api.ts'
import { DryRunCard } from './dry-run-card.tsx'
import { StepDialog } from './step-dialog.tsx'
import { ReminderStepsList } from './steps-list.tsx'

const RemindersPage = () => {
  const { t } = useTranslation('reminders')
  const query = useQuery(reminderBookQuery)
  return (
    <Stack gap="md">
      <Text c="dimmed" maw={720}>
        {t('intro')}
      </Text>
      <Page query={query} skeleton={<RowsSkeleton rows={5} />}>
        {(book) => (
          <>
            <Steps book={book} />
            <LastRun run={book.lastRun} />
          </>
        )}
      </Page>
      <DryRunCard />
    </Stack>
  )
}

type OpenStep = { dialog: 'add' | 'join' } | { dialog: 'change' | 'remove'; step: ReminderStep } | null

/** The steps of all plans or of one, and what can be done with them. */
const Steps = ({ book }: { book: ReminderBook }) => {
  const { t } = useTranslation('reminders')
  const [planId, setPlanId] = useState<number | null>(null)
  const [open, setOpen] = useState<OpenStep>(null)
  const plan = book.plans.find(({ id }) => id === planId)
  const isFollowing = plan !== undefined && !plan.hasOwnSteps
  const owner = isFollowing ? null : planId
  const steps = book.steps.filter((step) => step.planId === owner)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'add' })}>
      {t('addStep')}
    </Button>
  )
  const acts = isFollowing
    ? null
    : {
        onChange: (step: ReminderStep) => setOpen({ dialog: 'change', step }),
        onRemove: (step: ReminderStep) => setOpen({ dialog: 'remove', step }),
      }
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm">
        {book.plans.length > 0 ? (
          <NativeSelect
            label={t('stepsFor')}
            value={planId === null ? '' : String(planId)}
            onChange={({ currentTarget: { value } }) => setPlanId(value === '' ? null : Number(value))}
            data={[
              { value: '', label: t('allPlans') },
              ...book.plans.map(({ id, name, hasOwnSteps }) => ({
                value: String(id),
                label: hasOwnSteps ? t('planOwn', { name }) : name,
              })),
            ]}
          />
        ) : null}
        <Group gap="xs">
          {plan ? <PlanAct plan={plan} onJoin={() => setOpen({ dialog: 'join' })} /> : null}
          {isFollowing ? null : add}
        </Group>
      </Group>
      {isFollowing ? <Text size="sm">{t('follows')}</Text> : null}
      {!book.isSmsOn && steps.some(({ channel }) => channel === 'sms') ? (
        <Status kind="warning">{t('smsOff')}</Status>
      ) : null}
      {steps.length === 0 ? (
        <Empty title={t('noStepsTitle')} text={t('noStepsText')} action={isFollowing ? null : add} />
      ) : (
        <Card>
          <ReminderStepsList steps={steps} graceDays={book.graceDays} acts={acts} />
        </Card>
      )}
      <StepDialogs open={open} planId={planId} onClose={() => setOpen(null)} />
    </>
  )
}

/** A plan gets steps of its own, or follows those of all plans again. */
const PlanAct = ({
  plan: { id: planId, hasOwnSteps },
  onJoin,
}: {
  plan: ReminderBook['plans'][number]
  onJoin: () => void
}) => {
  const { t } = useTranslation('reminders')
  const [isBusy, setBusy] = useState(false)
  const separate = async () => {
    setBusy(true)
    try {
      await reminders.separatePlan({ planId })
      notify.done({ text: t('separated') })
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return hasOwnSteps ? (
    <Button variant="default" onClick={onJoin}>
      {t('joinAgain')}
    </Button>
  ) : (
    <Button variant="default" loading={isBusy} onClick={() => void separate()}>
      {t('separate')}
    </Button>
  )
}

type DialogsProps = { open: OpenStep; planId: number | null; onClose: () => void }

const StepDialogs = ({ open, planId, onClose }: DialogsProps) => {
  const { t } = useTranslation('reminders')
  if (open === null) return null
  const after = async (done: Promise<unknown>, text: string) => {
    await done
    notify.done({ text })
  }
  if (open.dialog === 'add') return <StepDialog step={null} planId={planId} onClose={onClose} />
  if (open.dialog === 'change') return <StepDialog step={open.step} planId={planId} onClose={onClose} />
  if (open.dialog === 'remove') {
    const { id: stepId } = open.step
    return (
      <ConfirmDialog
        title={t('removeTitle')}
        text={t('removeText')}
        action={t('remove')}
        isDangerous
        run={() => after(reminders.remove({ stepId }), t('removed'))}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      title={t('joinTitle')}
      text={t('joinText')}
      action={t('joinAgain')}
      isDangerous
      run={() => after(reminders.joinPlan({ planId: planId ?? 0 }), t('joined'))}
      onClose={onClose}
    />
  )
}

const LastRun = ({ run }: { run: ReminderBook['lastRun'] }) => {
  const { t } = useTranslation('reminders')
  if (run === null) return <Text size="sm">{t('neverRan')}</Text>
  const { day, done, leftOut, failed } = run
  const words = { day: formatCalendarDay(day), done: formatNumber(done), leftOut: formatNumber(leftOut) }
  return (
    <>
      <Text size="sm">{t('lastRun', words)}</Text>
      {failed > 0 ? <Status kind="warning">{t('lastRunFailed', { count: failed })}</Status> : null}
    </>
  )
}

export const Route = createFileRoute('/manage/payments/reminders')({
  component: RemindersPage,
  staticData: {
    title: 'reminders:titleReminders',
    loggedIn: true,
    staff: 'money',
    hiddenMenu: true,
    backButton: '/manage/payments',
  },
})
