throw new Error('this entry cannot be read');
