import { ActionIcon, Menu } from '@mantine/core'
import type { LeavingStepView } from '@spacekeeper/contract/leaving/shapes.ts'
import { type StepAct, stepActs } from '@spacekeeper/contract/leaving/words.ts'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { actOnStep } from './api.ts'

type Props = { leavingId: number; step: LeavingStepView }

/** What staff do with a step that is not settled. */
export const StepActions = ({ leavingId, step }: Props) => {
  const { t } = useTranslation('leaving')
  const [isRunning, setRunning] = useState(false)
  const { name, title, state, dueOn } = step
  if (state === 'done' || state === 'skipped') return null
  const act = (what: StepAct) => actOnStep({ leavingId, step: name, act: what })
  const settle = async (what: 'skip' | 'markDone') => {
    try {
      await act(what)
      notify.done({ text: t(what === 'skip' ? 'skipped' : 'marked', { step: title }) })
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return (
    <>
      <Menu position="bottom-end" width={200} shadow="md" radius="lg" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { step: title })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {stepActs.map((what) => (
            <Menu.Item key={what} onClick={() => (what === 'run' ? setRunning(true) : void settle(what))}>
              {t(`act_${what}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isRunning ? (
        <ConfirmDialog
          title={t('runTitle', { step: title })}
          text={state === 'failed' ? t('runNowText') : t('runText', { day: formatCalendarDay(dueOn) })}
          action={t('act_run')}
          run={async () => {
            await act('run')
            notify.done({ text: t('tried', { step: title }) })
          }}
          onClose={() => setRunning(false)}
        />
      ) : null}
    </>
  )
}
