/** The bundled data sets and their origin. */
export const presetText = {
  wikipedia: {
    title: 'Wikipedia, 512 tokens',
    description: 'BERT pre-training: 16,279,552 sequences. Published with the packing paper’s code (Graphcore).',
  },
  squad: {
    title: 'SQuAD 1.1, 384 tokens',
    description: 'BERT fine-tuning: 88,641 questions with their passages. Published with the packing paper’s code.',
  },
  glue_cola: {
    title: 'GLUE CoLA, 128 tokens',
    description: 'Acceptability of sentences, training set. Recomputed with bert-base-uncased from the public files.',
  },
  glue_sst2: {
    title: 'GLUE SST-2, 128 tokens',
    description: 'Sentiment of phrases, training set. Recomputed with bert-base-uncased from the public files.',
  },
  azure_llm: {
    title: 'Azure LLM requests 2023',
    description: '19,366 requests to a chat service: context and generated tokens together. Azure’s public data set.',
  },
  molhiv: {
    title: 'ogbg-molhiv',
    description: 'Training split: 32,901 molecules as graphs. Published with the tuple-packing code (Graphcore).',
  },
  molpcba: {
    title: 'ogbg-molpcba (digitized)',
    description:
      '350,343 molecules, digitized from a published figure: large bins within ±27, small bins interpolated.',
  },
  pcqm4mv2: {
    title: 'PCQM4Mv2 (digitized)',
    description:
      '3,378,606 molecules, digitized from a published figure: large bins within ±613, small bins interpolated.',
  },
  python_ast: {
    title: 'Python syntax trees',
    description:
      '257,220 documented functions of 127 Debian packages, as trees in OGB’s convention. Computed for this project.',
  },
  collab: {
    title: 'TU COLLAB',
    description: '5,000 collaboration networks of researchers. Computed from the public TU data set.',
  },
  reddit_binary: {
    title: 'TU REDDIT-BINARY',
    description: '2,000 discussion threads as graphs, a few of them very large. Computed from the public TU data set.',
  },
  code2_synthetic: {
    title: 'ogbg-code2 (synthetic)',
    description: '407,976 synthetic trees with the published statistics of ogbg-code2; the largest has 36,123 nodes.',
  },
  ppa_synthetic: {
    title: 'ogbg-ppa (synthetic)',
    description: '78,200 synthetic graphs of 35,982 distinct sizes with the published statistics of ogbg-ppa.',
  },
};

/** The data sets of temporal interactions. */
export const eventPresetText = {
  presets: {
    example: { title: 'Example', description: 'Twelve interactions between five nodes.' },
    collegemsg: {
      title: 'CollegeMsg',
      description: '59,835 messages between 1,899 students over 193 days in 2004 (SNAP). 0.3 MB.',
    },
    wikipedia: {
      title: 'Wikipedia edits (JODIE)',
      description: '157,474 edits of 1,000 pages by 8,227 users within a month. 0.8 MB.',
    },
  },
  exampleName: 'interactions.csv',
  example:
    'src,dst,time\n0,1,10\n1,2,12\n0,1,15\n3,4,15\n3,4,20\n0,2,21\n2,2,30\n1,0,31\n0,3,40\n3,4,41\n4,3,42\n1,2,50\n',
};
