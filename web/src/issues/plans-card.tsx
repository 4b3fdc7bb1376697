import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import type { MaintenancePlan } from '@spacekeeper/contract/issues/shapes.ts'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { completePlan, removePlan } from './api.ts'
import { MaintenanceDialog } from './plan-dialog.tsx'
import { everyWords } from './words.ts'
import classes from './issues.module.css'

type PlanRowProps = { plan: MaintenancePlan; onDone: () => void; onChange: () => void; onRemove: () => void }

const PlanRow = ({ plan, onDone, onChange, onRemove }: PlanRowProps) => {
  const { t } = useTranslation('issues')
  const { title, instructions, every, unit, lastDoneOn, hoursSince, dueOn, isDue, issueId } = plan
  const facts = [
    `${t(everyWords[unit], { count: every })}.`,
    t('planLast', { day: formatCalendarDay(lastDoneOn) }),
    ...(hoursSince === null ? [] : [t('planHours', { count: hoursSince, formatted: formatNumber(hoursSince) })]),
    ...(dueOn === null ? [] : [t('planDueOn', { day: formatCalendarDay(dueOn) })]),
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <h3 className={classes.name}>{title}</h3>
        <Status kind={isDue ? 'warning' : 'fine'}>{t(isDue ? 'planDue' : 'planNotDue')}</Status>
      </div>
      <p className={classes.fact}>{facts.join(' ')}</p>
      {instructions === '' ? null : <p className={classes.fact}>{instructions}</p>}
      {issueId === null ? null : (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/manage/issues/$issueId" params={{ issueId: String(issueId) }} {...props} />}
        >
          {t('openIssue')}
        </Anchor>
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" aria-label={t('planDoneOf', { title })} onClick={onDone}>
          {t('planDone')}
        </Button>
        <Button size="xs" variant="subtle" aria-label={t('changePlanOf', { title })} onClick={onChange}>
          {t('change')}
        </Button>
        <Button size="xs" variant="subtle" color="red" aria-label={t('removePlanOf', { title })} onClick={onRemove}>
          {t('removePlan')}
        </Button>
      </Group>
    </li>
  )
}

type AskedPlan = { plan: MaintenancePlan; kind: 'done' | 'change' | 'remove' }
type PlanDialogProps = { asking: AskedPlan; deviceId: number; hasHours: boolean; onClose: () => void }

const AskingDialog = ({ asking: { plan, kind }, deviceId, hasHours, onClose }: PlanDialogProps) => {
  const { t } = useTranslation('issues')
  const { id: planId, title } = plan
  if (kind === 'change')
    return <MaintenanceDialog deviceId={deviceId} hasHours={hasHours} plan={plan} onClose={onClose} />
  const isRemoval = kind === 'remove'
  return (
    <ConfirmDialog
      title={t(isRemoval ? 'removePlanTitle' : 'planDoneTitle', { title })}
      text={t(isRemoval ? 'removePlanText' : 'planDoneText')}
      action={t(isRemoval ? 'removePlan' : 'planDoneAction')}
      isDangerous={isRemoval}
      run={async () => {
        await (isRemoval ? removePlan : completePlan)({ planId })
        notify.done({ text: isRemoval ? t('planRemoved') : t('planCompleted', { title }) })
      }}
      onClose={onClose}
    />
  )
}

type Props = { deviceId: number; hasHours: boolean; plans: readonly MaintenancePlan[] }

/** What is done to a device again and again, and what of it is due. */
export const PlansCard = ({ deviceId, hasHours, plans }: Props) => {
  const { t } = useTranslation('issues')
  const [isAdding, setAdding] = useState(false)
  const [asking, setAsking] = useState<AskedPlan | null>(null)
  return (
    <Card component="section" aria-label={t('plansTitle')}>
      <Group justify="space-between" gap="sm">
        <Title order={2}>{t('plansTitle')}</Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('addPlan')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('plansText')}
      </Text>
      {plans.length === 0 ? <Text c="dimmed">{t('noPlans')}</Text> : null}
      <ul className={classes.list}>
        {plans.map((plan) => (
          <PlanRow
            key={plan.id}
            plan={plan}
            onDone={() => setAsking({ plan, kind: 'done' })}
            onChange={() => setAsking({ plan, kind: 'change' })}
            onRemove={() => setAsking({ plan, kind: 'remove' })}
          />
        ))}
      </ul>
      {isAdding ? (
        <MaintenanceDialog deviceId={deviceId} hasHours={hasHours} plan={null} onClose={() => setAdding(false)} />
      ) : null}
      {asking ? (
        <AskingDialog asking={asking} deviceId={deviceId} hasHours={hasHours} onClose={() => setAsking(null)} />
      ) : null}
    </Card>
  )
}
