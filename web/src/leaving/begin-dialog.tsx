import { Id } from '@spacekeeper/contract/route.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import type { PickedMember } from '../search/api.ts'
import { MemberPicker } from '../search/member-picker.tsx'
import { begin } from './api.ts'

/** Starts the checklist of a former member by hand. */
export const BeginDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('leaving')
  const [member, setMember] = useState<PickedMember | null>(null)
  const run = async () => {
    if (!member) return
    await begin({ memberId: member.id })
    notify.done({ text: t('started', { name: member.name }) })
  }
  return (
    <ConfirmDialog
      title={t('startTitle')}
      text={t('startText')}
      action={t('startAction')}
      isReady={member !== null}
      run={run}
      onClose={onClose}
    >
      <MemberPicker label={t('startMember')} {...requiredBy(Id)} onChoose={setMember} />
    </ConfirmDialog>
  )
}
