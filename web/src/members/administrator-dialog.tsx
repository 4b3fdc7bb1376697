import { useState } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MemberDetails } from '@spacekeeper/contract/memberships.ts'
import { errorText } from '#platform/api/error-text.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { refreshMember, staff } from './api.ts'
import { fullNameOf } from './explain-action.ts'
import { wordPermissions } from './word-permission.ts'

type Props = { member: MemberDetails; onClose: () => void }

/** Says what it means that somebody becomes an administrator or is none any more, and does it. */
export const AdministratorDialog = ({ member, onClose }: Props) => {
  const { t } = useTranslation('members')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { isAdmin, email } = member
  const name = fullNameOf(member)
  const confirm = async () => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await staff.changeDetails({ memberId: member.id, isAdmin: !isAdmin })
      await refreshMember(client)
      notify.done({ text: t(isAdmin ? 'doneDemoted' : 'donePromoted', { name }) })
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  const left =
    member.permissions.length === 0
      ? t('demoteNothingLeft')
      : t('demoteLeft', { permissions: wordPermissions(t, member.permissions) })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isAdmin ? 'demote' : 'promote')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {isAdmin ? `${t('demoteMeaning', { name })} ${left}` : t('promoteMeaning', { name, email })}
        </Text>
        {error === null ? null : <FormError>{error}</FormError>}
        <Group justify="flex-end">
          <Button h={44} variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button h={44} {...(isAdmin && { color: 'red' })} loading={isBusy} onClick={() => void confirm()}>
            {t(isAdmin ? 'demote' : 'promote')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
