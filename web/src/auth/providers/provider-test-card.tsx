import { Button, Stack, Table, Text } from '@mantine/core'
import type { TestedProvider } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { Status } from '#platform/ui/status.tsx'

/** What a test of a provider found, for the administrator who began it. */
export const ProviderTestCard = ({ test, providerName }: { test: TestedProvider; providerName: string }) => {
  const { t } = useTranslation('auth')
  const title = t('providerTestClaims', { name: providerName })
  return (
    <AuthFrame title={title}>
      <Stack gap="md">
        <Status kind={test.isWell ? 'good' : 'warning'} size="md">
          {t(test.isWell ? 'providerTestWell' : 'providerTestBad')}
        </Status>
        <Text>{test.says}</Text>
        <Table aria-label={title} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('providerTestClaim')}</Table.Th>
              <Table.Th>{t('providerTestValue')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {test.claims.map(({ claim, value }) => (
              <Table.Tr key={claim}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{claim}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Button variant="default" component={Link} to="/manage/sso">
          {t('providerTestBack')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}
