// On its own: the login page loads it in the app alone.
import { Anchor, Text } from '@mantine/core'
import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'
import { portalOrigin } from '#platform/api/transport.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { changePortal } from './portal-change.ts'

/** Under the login: which portal the app is connected to, and the way to another one. */
export const PortalRow = ({ shell }: { shell: MobileShell }) => {
  const { t } = useTranslation('mobile')
  return (
    <Text size="sm" c="dimmed" mt="xl">
      {t('connectedTo', { host: new URL(portalOrigin()).host })}
      {' · '}
      <Anchor component="button" type="button" size="sm" py={12} onClick={() => void changePortal(shell)}>
        {t('changePortal')}
      </Anchor>
    </Text>
  )
}
