// On its own: members read these words on the page of their plan alone, so they come with it.

export const priceText = {
  each_day_one: '{{amount}} a day',
  each_day_other: '{{amount}} every {{count}} days',
  each_week_one: '{{amount}} a week',
  each_week_other: '{{amount}} every {{count}} weeks',
  each_month_one: '{{amount}} a month',
  each_month_other: '{{amount}} every {{count}} months',
  each_year_one: '{{amount}} a year',
  each_year_other: '{{amount}} every {{count}} years',
  free: 'Free',
  comingTimes_one: '{{amount}} on {{day}}',
  comingTimes_other: '{{amount}} for {{count}} more payments, the next on {{day}}',
  comingThen: '{{first}}, then {{amount}} from {{day}}',
  comingFree: 'nothing',
} as const
