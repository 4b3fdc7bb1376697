import { Card, Group, Skeleton, Stack } from '@mantine/core'

const widths = [38, 27, 47, 32, 41]

/** A list in a card that is on its way: rows with an icon tile and two lines. */
export const RowsSkeleton = ({ rows = 3 }: { rows?: number }) => (
  <Card>
    <Stack gap="md">
      {Array.from({ length: rows }, (_, row) => (
        <Group key={row} gap={14} wrap="nowrap">
          <Skeleton width={40} height={40} radius={12} />
          <Stack gap={8} flex={1}>
            <Skeleton height={14} width={`${widths[row % widths.length]}%`} />
            <Skeleton height={12} width={`${(widths[(row + 2) % widths.length] ?? 30) / 2}%`} />
          </Stack>
        </Group>
      ))}
    </Stack>
  </Card>
)
