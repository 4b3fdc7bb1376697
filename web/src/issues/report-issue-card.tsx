import { Button, Card, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** On the dashboard: the way to report what is wrong. */
export const ReportIssueCard = () => {
  const { t } = useTranslation('issues')
  return (
    <Card component="section" aria-label={t('titleIssue')}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" style={{ flex: '1 1 220px' }}>
          {t('cardText')}
        </Text>
        <Button
          variant="default"
          leftSection={<IconAlertTriangle size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/tools/issue" {...props} />}
        >
          {t('titleIssue')}
        </Button>
      </Group>
    </Card>
  )
}
