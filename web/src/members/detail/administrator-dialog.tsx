import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { staff } from '../api.ts'
import { describePermissions } from './staff-badge.tsx'
import { fullNameOf } from './standing-actions.ts'

type Props = { member: MemberDetails; onClose: () => void }

/** Says what it means to become an administrator, or to be none any more, before it is done. */
export const AdministratorDialog = ({ member, onClose }: Props) => {
  const { t } = useTranslation('members')
  const { isAdmin, email } = member
  const name = fullNameOf(member)
  const left =
    member.permissions.length === 0
      ? t('demoteNothingLeft')
      : t('demoteLeft', { permissions: describePermissions(t, member.permissions) })
  return (
    <ConfirmDialog
      title={t(isAdmin ? 'demote' : 'promote')}
      text={isAdmin ? `${t('demoteMeaning', { name })} ${left}` : t('promoteMeaning', { name, email })}
      action={t(isAdmin ? 'demote' : 'promote')}
      isDangerous={isAdmin}
      run={async () => {
        await staff.updateDetails({ memberId: member.id, isAdmin: !isAdmin })
        notify.done({ text: t(isAdmin ? 'doneDemoted' : 'donePromoted', { name }) })
      }}
      onClose={onClose}
    />
  )
}
