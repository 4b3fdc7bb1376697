import { Anchor, Card, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Status } from '#platform/ui/status.tsx'

/** Where members have no page for their balance, a vending machine can hardly sell: it says so, and where to change it. */
export const BalanceOffCard = () => {
  const { t } = useTranslation('vending')
  const { enableMemberBucks } = useSite().features
  const mayChange = isStaffFor(useProfile(), 'settings')
  if (enableMemberBucks) return null
  return (
    <Card component="section" aria-label={t('balanceNote')}>
      <Stack gap={6} align="flex-start">
        <Status kind="warning">{t('balanceOff')}</Status>
        {mayChange ? (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/manage/settings" search={{ text: 'Prepaid balance' }} {...props} />}
          >
            {t('balanceTurnOn')}
          </Anchor>
        ) : null}
      </Stack>
    </Card>
  )
}
