import { Card, Title, Stack, Switch, Divider, Text } from '@mantine/core'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import { permissions, permissionMeanings } from '@spacekeeper/contract/permissions.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { useState } from 'react'
import { SavedSwitch } from '#platform/form/saved-switch.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { staff } from '../api.ts'
import { AdministratorDialog } from './administrator-dialog.tsx'
import { describePermissions, describePermission } from './staff-badge.tsx'

/** What a member may do as staff. Administrators change it; other staff read it, where there is something to read. */
export const RoleCard = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const mayChange = member.tasks.includes('office')
  if (!mayChange && !member.isAdmin && member.permissions.length === 0) return null
  return (
    <Card component="section" aria-labelledby="member-role">
      <Title order={2} id="member-role" mb="sm">
        {t('role')}
      </Title>
      {mayChange ? <RoleSwitches member={member} /> : <RoleWords member={member} />}
    </Card>
  )
}

const RoleSwitches = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const [asked, setAsked] = useState(false)
  const offered = permissions.filter(
    (permission) => member.grantable.includes(permission) || member.permissions.includes(permission),
  )
  const save = (permission: Permission, isHeld: boolean) =>
    staff.updatePermissions({ memberId: member.id, [isHeld ? 'grant' : 'revoke']: [permission] })
  return (
    <Stack gap="md">
      <Switch
        name="isAdmin"
        aria-label={t('administrator')}
        label={t('administrator')}
        description={t('administratorMeaning')}
        checked={member.isAdmin}
        onChange={() => setAsked(true)}
      />
      <Divider />
      {member.isAdmin ? (
        <Text size="sm" c="dimmed">
          {member.permissions.length === 0
            ? t('permissionsOfAdministrator')
            : t('permissionsBelow', { permissions: describePermissions(t, member.permissions) })}
        </Text>
      ) : (
        offered.map((permission) => (
          <SavedSwitch
            key={permission}
            name={permission}
            label={describePermission(t, permission)}
            description={permissionMeanings[permission]}
            value={member.permissions.includes(permission)}
            save={(isHeld) => save(permission, isHeld)}
          />
        ))
      )}
      {asked ? <AdministratorDialog member={member} onClose={() => setAsked(false)} /> : null}
    </Stack>
  )
}

const RoleWords = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  if (member.isAdmin) return <Text size="sm">{t('roleAdministrator')}</Text>
  return (
    <Stack gap="sm">
      {member.permissions.map((permission) => (
        <div key={permission}>
          <Text fw={500}>{describePermission(t, permission)}</Text>
          <Text size="sm" c="dimmed">
            {permissionMeanings[permission]}
          </Text>
        </div>
      ))}
    </Stack>
  )
}
